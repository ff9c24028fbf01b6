import { DARK_PALETTE, LOGO_PATHS } from '../lib/values/palette.ts'

export const DuctwiseIcon = () => (
  <svg viewBox="0 0 32 32" fill="none" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill={DARK_PALETTE.background} />
    <g strokeWidth="3.4" strokeLinecap="round" transform="translate(2 2)">
      {LOGO_PATHS.map(({ path, color }) => (
        <path key={path} d={path} stroke={DARK_PALETTE[color]} />
      ))}
    </g>
  </svg>
)
