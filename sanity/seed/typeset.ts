const NO_BREAK_SPACE = '\u00A0'

/** Inserts non-breaking spaces between a number and the degree sign, and before separator dots. */
export const typeset = (text: string): string =>
  text.replaceAll(/(?<=\d) °/g, `${NO_BREAK_SPACE}°`).replaceAll(' · ', `${NO_BREAK_SPACE}· `)
