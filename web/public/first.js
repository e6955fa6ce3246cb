/**
 * Starts a page that carries its scripts as text: they import each other by file name, so each of
 * them gets an address, and an import map tells which name means which.
 */
{
  const { nonce, dataset } = document.currentScript;
  const names = dataset.files.split(" ");
  const imports = {};
  for (const name of names) {
    const text = document.getElementById(name)?.textContent;
    const address = text ? URL.createObjectURL(new Blob([text], { type: "text/javascript" })) : `/assets/${name}`;
    imports[name] = imports[`/assets/${name}`] = address;
  }
  if (HTMLScriptElement.supports?.("importmap")) {
    const map = document.createElement("script");
    document.head.append(Object.assign(map, { type: "importmap", nonce, textContent: JSON.stringify({ imports }) }));
    import(names[0]);
  } else {
    import(`/assets/${names[0]}`);
  }
}
