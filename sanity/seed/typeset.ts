const NO_BREAK = '\u00A0'

/** Keeps a unit with its number, and a separating dot with what stands before it, on one line. */
export const typeset = (text: string): string =>
  text.replaceAll(/(?<=\d) °/g, `${NO_BREAK}°`).replaceAll(' · ', `${NO_BREAK}· `)
