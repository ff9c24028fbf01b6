/** What `npm test` runs: all of it or a part, with arguments for the runner, or what a change since a commit can break. */
export type TestArguments = { name: string; args: string[]; changedSince?: string }

const CHANGED = /^--changed(?:=(.+))?$/

/** Reads the arguments of `npm test`; the name of a part comes first, and without one all parts run. */
export function readTestArguments(args: string[]): TestArguments {
  const [first = ''] = args
  if (first !== '' && !first.startsWith('-')) return { name: first, args: args.slice(1) }
  const changed = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null)
  return { name: 'all', args, ...(changed && { changedSince: changed[1] ?? 'HEAD' }) }
}
