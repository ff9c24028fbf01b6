/** The two temperatures on night charcoal, the site's dark theme (app/styles/tokens.css): ember is a call coming in, ice is a job booked. */
export const palette = {
  night: '#0f161b',
  nightRaised: '#161f24',
  ember: '#ff8548',
  ice: '#78d9e4',
  paper: '#f3f1eb',
  neutral: '#75828e',
} as const
