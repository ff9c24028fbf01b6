/** Converts a file name to a type name: `stats-block` becomes `statsBlock`. */
export const toTypeName = (file: string): string =>
  file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
