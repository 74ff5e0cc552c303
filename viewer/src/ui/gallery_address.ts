// Addresses within the server. A token in the address of the page is passed on.

/** Returns the address with the token of the page. */
export function withToken(address: string): string {
  const token = new URLSearchParams(location.search).get('token');
  if (!token || /[?&]token=/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/** Returns the address of a scene. */
export function sceneAddress(name: string): string {
  return withToken(`/?scene=${encodeURIComponent(name)}`);
}

/** Returns the address of the gallery; null when the server shows one run only. */
export function galleryAddress(): string | null {
  return new URLSearchParams(location.search).has('scene') ? withToken('/') : null;
}
