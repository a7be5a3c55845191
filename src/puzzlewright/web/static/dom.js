// Making and finding elements.

const SVG = "http://www.w3.org/2000/svg";

export const find = (selector, root = document) => root.querySelector(selector);

/** An element of the page. Attributes that are functions become listeners; `null` and `false` are left out. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a picture. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** One of the symbols of index.html. */
export function icon(name) {
  const use = shape("use", { href: `#icon-${name}` });
  return shape("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use);
}

export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Call `work` once things have been quiet for `quiet` milliseconds. */
export function calm(work, quiet) {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), quiet);
  };
  later.stop = () => clearTimeout(timer);
  return later;
}
