import { shellFile } from './shell-file.ts'

/** Loads beside the page and runs when the page is complete: its controls work before, and without, hydration. */
export function ShellScript() {
  return <script async src={shellFile.path} />
}
