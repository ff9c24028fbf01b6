/** Paths on a 24 px grid, drawn for this site to avoid an icon library. */
const shapes = {
  phone: 'M5 4h3.5l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5V19a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2Z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  filter: 'M3 5h18l-7 8v6l-4 2v-8z',
  message: 'M4 5h16v12h-8l-5 4v-4H4zM8 9.5h8M8 13h5',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3.5 2',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.8-1.4-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-4.5',
  wrench:
    'M20 7.5 16.5 11 13 7.5 16.5 4a5.5 5.5 0 0 0-7 7L3.5 17a2 2 0 0 0 0 3 2 2 0 0 0 3 0l6-6a5.5 5.5 0 0 0 7.5-6.5Z',
  thermometer: 'M10 4a2 2 0 0 1 4 0v9.5a4.5 4.5 0 1 1-4 0zM12 9v8M17 6h3M17 10h2',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5l5 5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  voice: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 10v4',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5z',
  minus: 'M6 12h12',
  menu: 'M3 8h18M3 16h18',
  close: 'M5 5l14 14M19 5 5 19',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  home: 'M4 11l8-7 8 7v9h-5.500v-6h-5v6H4z',
  people:
    'M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7ZM2.500 20a6.500 6.500 0 0 1 13 0M16 5.300a3.500 3.500 0 0 1 0 6.400M18 14.500a6.500 6.500 0 0 1 3.500 5.500',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  layers: 'm12 3 9 5-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5',
  download: 'M12 4v11M7.500 11 12 15.500l4.500-4.500M4 20h16',
  inbox: 'M4 13 6.500 5h11L20 13v6H4zM4 13h4.500l1.500 3h4l1.500-3H20',
  plug: 'M9 3v5M15 3v5M6.500 8h11v3a5.500 5.500 0 0 1-11 0zM12 16.500V21',
  sliders: 'M4 7h9M17 7h3M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM4 17h3M11 17h9M9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  back: 'm14.500 5-7 7 7 7',
  forward: 'm9.500 5 7 7-7 7',
  down: 'm5.500 9.500 6.500 6.500 6.500-6.500',
  up: 'm5.500 15 6.500-6.500 6.500 6.500',
  sort: 'm8 10 4-4.500 4 4.500M8 14l4 4.500 4-4.500',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  alert: 'M12 4 2.500 20h19zM12 10v4.500M12 17.300v.01',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15zM10 21h4',
  key: 'M8 11a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11 12.500 20 4M16 8l3 3',
  pencil: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500 17.500 10',
  trash: 'M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5.500M14 11v5.500',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  undo: 'M4 9h10.500a5.500 5.500 0 0 1 0 11H8M8 5 4 9l4 4',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.500 21a7.500 7.500 0 0 1 15 0',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 10v9',
} satisfies Record<string, string>

export type IconName = keyof typeof shapes

/** Renders a decorative icon. Its meaning must be in adjacent text. */
export function Icon({ name, size = 24, className = '' }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg className={`icon ${className}`} width={size} viewBox="0 0 24 24" aria-hidden="true">
      {/* The stroke width determines the size of the dots. */}
      <path d={shapes[name]} strokeWidth={name === 'more' ? '2.6' : undefined} />
    </svg>
  )
}
