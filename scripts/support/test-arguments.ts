/** What `npm test` runs: all of it or a part, with arguments for the runner, or what a change since a commit can break. */
export type TestArguments = { name: string; args: string[]; changedSince?: string }

const CHANGED = /^--changed(?:=(.+))?$/

/** Reads the arguments of `npm test`; the name of a part comes first, and without one all parts run. */
export function readTestArguments(given: string[]): TestArguments {
  const [first = ''] = given
  const isNamed = first !== '' && !first.startsWith('-')
  const args = isNamed ? given.slice(1) : given
  const changed = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null)
  return { name: isNamed ? first : 'all', args, ...(changed && { changedSince: changed[1] ?? 'HEAD' }) }
}
