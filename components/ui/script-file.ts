/** A script of ours that pages load from a file, and where it is. */
export type ScriptFile = { name: string; path: string; code: string }

/**
 * A file that browsers keep for good. Its name changes with every build; not with its content, because each bundle of a
 * build has a text of its own for a function.
 */
export function scriptFile(subject: string, code: string): ScriptFile {
  const name = `${subject}-${process.env.BUILD_STAMP}.js`
  return { name, path: `/scripts/${name}`, code }
}
