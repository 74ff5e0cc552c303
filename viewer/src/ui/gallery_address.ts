// Addresses within the server: a token in the address of the page is passed on.

/** The address with the page's token. */
export function withToken(address: string): string {
  const token = new URLSearchParams(location.search).get('token');
  if (!token || /[?&]token=/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/** The page of one scene. */
export function sceneAddress(name: string): string {
  return withToken(`/?scene=${encodeURIComponent(name)}`);
}

/** The page of all scenes; null when the server shows one run only. */
export function galleryAddress(): string | null {
  return new URLSearchParams(location.search).has('scene') ? withToken('/') : null;
}
