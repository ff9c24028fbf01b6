const NO_BREAK = '\u00A0'

/** Non-breaking spaces between number and unit, and before separating dots. */
export const typeset = (text: string): string =>
  text.replaceAll(/(?<=\d) °/g, `${NO_BREAK}°`).replaceAll(' · ', `${NO_BREAK}· `)
