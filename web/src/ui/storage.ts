/** What the browser keeps for its owner; everything works when it keeps nothing. */

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`tetrad.${name}`);
  } catch {
    return null;
  }
}

export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(`tetrad.${name}`, value);
  } catch {
    // A browser that forbids storage forgets the setting with the page.
  }
}

export function readList(name: string): string[] {
  try {
    const list: unknown = JSON.parse(readSetting(name) ?? "[]");
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

export const writeList = (name: string, list: string[]): void =>
  writeSetting(name, JSON.stringify(list));
