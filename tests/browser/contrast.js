// Contrast (WCAG 2.1) of every piece of text, and of signs that a style puts before or after it, with its ground.
() => {
  const channels = (color) => {
    const found = color.match(/^rgba?\(([^)]+)\)$/);
    if (!found) throw new Error(`not understood: ${color}`);
    const [red, green, blue, alpha = 1] = found[1].split(/[,/ ]+/).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const over = (top, ground) => top.rgb.map((part, k) => top.alpha * part + (1 - top.alpha) * ground[k]);
  const ground = (element) => {
    const behind = element.parentElement ? ground(element.parentElement) : [255, 255, 255];
    return over(channels(getComputedStyle(element).backgroundColor), behind);
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = [];
  const measure = (element, style, sign) => {
    const behind = ground(element);
    const [one, other] = [luminance(over(channels(style.color), behind)), luminance(behind)];
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    found.push({ tag: element.tagName, text: element.textContent.slice(0, 30), ratio, needed: large || sign ? 3 : 4.5, sign, dark: other < 0.18 });
  };
  for (const element of document.body.querySelectorAll("*")) {
    if (["SCRIPT", "STYLE"].includes(element.tagName)) continue;
    const written = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (written || element.tagName === "SELECT") measure(element, getComputedStyle(element), false);
    for (const place of ["::before", "::after"]) {
      const style = getComputedStyle(element, place);
      if (!["none", "normal", '""'].includes(style.content)) measure(element, style, true);
    }
  }
  return found;
}
