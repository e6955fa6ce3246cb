/**
 * A board of Quantik, Qawale or Qomet in any page:
 *
 *   <tetrad-board game="qomet" position="..." moves="..." play="6" side="2"></tetrad-board>
 *
 * The board is a page of the site that this script comes from, in a frame of its own.
 */
(() => {
  const folder = new URL(".", document.currentScript.src);
  /** How much higher than wide a board with what is below it is, until its frame says it. */
  const HEIGHT = { quantik: 1.1, qawale: 1.15, qomet: 1.1 };
  const PASSED = ["position", "moves", "play", "side"];
  const HIGHEST = 4000;

  class TetradBoard extends HTMLElement {
    static observedAttributes = ["game", "lang", "label", ...PASSED];

    connectedCallback() {
      addEventListener("message", this);
      this.change();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
    }

    attributeChangedCallback() {
      this.change();
    }

    /** Attributes that change one after the other make one change. */
    change() {
      this.changing ??= Promise.resolve().then(() => {
        this.changing = undefined;
        if (this.isConnected) this.draw();
      });
    }

    draw() {
      const game = (this.getAttribute("game") ?? "").toLowerCase();
      if (!Object.hasOwn(HEIGHT, game)) {
        this.frame = undefined;
        this.textContent = `<tetrad-board> knows the games quantik, qawale and qomet, not "${game}".`;
        return;
      }
      const address = this.address(game);
      if (this.frame?.src !== address) this.open(address, HEIGHT[game]);
      this.frame.title = this.getAttribute("label") ?? `${game[0].toUpperCase()}${game.slice(1)} board`;
    }

    /** A new frame each time: one that goes elsewhere would leave a trace in the page's history. */
    open(address, height) {
      this.frame = document.createElement("iframe");
      this.frame.loading = "lazy";
      this.frame.style.cssText = `display:block;width:100%;border:0;aspect-ratio:1/${height}`;
      this.frame.src = address;
      this.replaceChildren(this.frame);
    }

    address(game) {
      const address = new URL(`embed/${game}/`, folder);
      for (const name of PASSED) if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      const { lang } = this.closest("[lang]") ?? {};
      if (lang) address.searchParams.set("lang", lang);
      return address.href;
    }

    /** The frame says how high it is; nobody else is heard. */
    handleEvent({ source, origin, data }) {
      const height = data?.tetrad?.height;
      if (!this.frame || source !== this.frame.contentWindow || origin !== folder.origin || !(height > 0)) return;
      this.frame.style.aspectRatio = "auto";
      this.frame.style.height = `${Math.min(Math.ceil(height), HIGHEST)}px`;
    }
  }

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":where(tetrad-board) { display: block; max-width: 30rem; margin-block: 1rem }");
  document.adoptedStyleSheets.push(sheet);
  if (!customElements.get("tetrad-board")) customElements.define("tetrad-board", TetradBoard);
})();
