import type { CSSProperties } from 'react'

/** Moment of a played call at which something appears, for the style sheet. */
export const at = (milliseconds: number | undefined) => ({ '--at': `${milliseconds ?? 0}ms` }) as CSSProperties
