// Runs before the page is drawn, so that a theme that was chosen does not flash.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("puzzlewright:settings")) ?? {};
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the page follows the system.
  }
})();
