// Runs before the page is drawn, so that the theme does not flash: the one that was chosen, else that of the system.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = "system";
  const dress = () => {
    const dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  globalThis.chooseTheme = (theme) => {
    chosen = theme;
    dress();
  };
  system.addEventListener("change", dress);
  try {
    chosen = JSON.parse(localStorage.getItem("puzzlewright:settings"))?.theme;
  } catch {
    // Without storage the page follows the system.
  }
  dress();
})();
