/** The type that a file or folder is named after: `stats-block` is `statsBlock`. */
export const typeName = (file: string): string => file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
