// Icons, drawn with strokes on a grid of 24 × 24.

const PATHS = {
  play: 'M7 4.5v15l13-7.5z',
  pause: 'M8 5v14M16 5v14',
  step: 'M5 5v14l10-7zM19 5v14',
  restart: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  slower: 'M5 12h14',
  faster: 'M5 12h14M12 5v14',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  share: 'M9.5 14.5l5-5M11 6.5l1.8-1.8a4.6 4.6 0 0 1 6.5 6.5L17.5 13M13 17.5l-1.8 1.8a4.6 4.6 0 0 1-6.5-6.5L6.5 11',
  camera: 'M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
  video: 'M3.5 7h11v10h-11zM14.5 11l6-3.5v9l-6-3.5z',
  help: 'M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4zM9.3 9.4a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2M12 16.9v.2',
  layers: 'M12 3.5l9 5-9 5-9-5zM3.5 12.8l8.5 4.7 8.5-4.7M3.5 16.8l8.5 4.7 8.5-4.7',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  hidden: 'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M6.2 7.6A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1',
  pointer: 'M5 3.5l5.5 16 2.3-6.7 6.7-2.3z',
  select: 'M4 8V4h4M12 4h4M20 4v4M20 12v4M20 20h-4M12 20H8M4 20v-4M4 12v0',
  line: 'M5 19L19 5M3.5 17.5l3 3M17.5 3.5l3 3',
  block: 'M4 17l3-11 12-1 1.5 9L13 20z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20.5 20.5',
  person: 'M12 3.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM7.5 21v-6.5c0-2 2-3.5 4.5-3.5s4.5 1.5 4.5 3.5V21',
  follow: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM12 2v5M12 17v5M2 12h5M17 12h5',
  centre: 'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM4 8V4h4M20 8V4h-4M4 16v4h4M20 16v4h-4',
  chart: 'M4 4v16h16M7.5 15l4-5 3 3 5-7',
  act: 'M13 2.5L5 13.5h6l-1 8 8-11h-6z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5v.2',
  door: 'M6 21V3.5h12V21M3.5 21h17M14.5 12v1',
  lift: 'M5 3.5h14v17H5zM9 10l3-3 3 3M9 14l3 3 3-3',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  wide: 'M9 7l-5 5 5 5M15 7l5 5-5 5M4 12h16',
  reset: 'M12 3.5l8 4.5v8l-8 4.5-8-4.5V8zM4 8l8 4.5L20 8M12 12.5v8',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const isSolid = name === 'play' || name === 'pause' || name === 'step';
  return (
    <svg class={isSolid ? 'icon solid' : 'icon'} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
