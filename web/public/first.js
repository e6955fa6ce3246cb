/**
 * Starts a page that carries its scripts as text: they import each other by file name, so each of
 * them gets an address, and an import map tells which name means which.
 */
{
  const { nonce, dataset } = document.currentScript;
  const names = dataset.files.split(" ");
  const [entry] = names;

  const startCarried = async () => {
    const imports = {};
    for (const name of names) {
      const text = document.getElementById(name)?.textContent;
      const address = text ? URL.createObjectURL(new Blob([text], { type: "text/javascript" })) : `/assets/${name}`;
      imports[name] = imports[`/assets/${name}`] = address;
    }
    const map = document.createElement("script");
    document.head.append(Object.assign(map, { type: "importmap", nonce, textContent: JSON.stringify({ imports }) }));
    await import(entry);
  };

  // Some browsers refuse such addresses. A cookie brings a page that names its files; where it does
  // not keep, the second slash makes them addresses that the map leaves alone.
  const startNamed = () => {
    const cookie = `tetrad_files=${entry}`;
    const isKept = () => document.cookie.includes(cookie);
    if (!isKept()) {
      document.cookie = `${cookie}; path=/; samesite=lax`;
      if (isKept()) return location.reload();
    }
    return import(`/assets//${entry}`);
  };

  if (HTMLScriptElement.supports?.("importmap")) startCarried().catch(startNamed);
  else import(`/assets/${entry}`);
}
