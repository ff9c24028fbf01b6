/** A script of ours that pages load from a file, and where it is. */
export type ScriptFile = { name: string; path: string; code: string }

/** It may arrive before the page is complete, because the page does not wait for it. */
const whenComplete = (statements: string) => `(() => {
const start = () => {
${statements}
}
document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', start) : start()
})()
`

/**
 * A file that browsers keep for good, whose statements run once the page is complete. Its name changes with every build; not with its content, because each bundle of a
 * build has a text of its own for a function.
 */
export function scriptFile(subject: string, statements: string): ScriptFile {
  const name = `${subject}-${process.env.BUILD_STAMP}.js`
  return { name, path: `/scripts/${name}`, code: whenComplete(statements) }
}
