import { inspect, parseArgs } from 'node:util'

type Flag = {
  value: string
  help: string
  env?: string
  default?: string
  multiple?: boolean
}

/** Flags by name without dashes. A flag without `value` is a switch. */
export type Flags = Record<string, Flag | { help: string; env?: string }>

/** Parsed values: a list for `multiple`, a string if a default exists, a boolean for a switch. */
export type Values<F extends Flags> = {
  [Name in keyof F]: F[Name] extends { multiple: true }
    ? string[]
    : F[Name] extends { default: string }
      ? string
      : F[Name] extends { value: string }
        ? string | undefined
        : boolean
}

export type RunningServer = {
  /** Printed once the server accepts requests, such as `content lake listening on http://localhost:3900`. */
  message: string
  close: () => Promise<void>
}

type Command<F extends Flags> = {
  name: string
  description: string
  flags: F
  examples: string[]
  start: (values: Values<F>) => Promise<RunningServer>
}

/** User error, printed as one line without a stack trace. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Parses a port number, where 0 means any free port. @throws ConfigurationError */
export function parsePort(text: string, flag = 'port'): number {
  const port = Number(text)
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new ConfigurationError(`--${flag} must be a port number from 0 to 65535, not "${text}"`)
}

export const buildCommonFlags = (prefix: string, port: string, folder: string) => ({
  port: { value: '<port>', env: `${prefix}_PORT`, default: port, help: 'Port to listen on; 0 uses any free port' },
  data: {
    value: '<folder>',
    env: `${prefix}_DATA`,
    default: folder,
    help: 'Data folder; used by one server at a time',
  },
})

/** Runs a server until SIGINT or SIGTERM. Exits with code 2 for invalid flags and 1 if the server does not start. */
export async function runServer<F extends Flags>(command: Command<F>, argv = process.argv.slice(2)): Promise<void> {
  try {
    const values = readFlags(command.flags, argv, process.env)
    if (values === 'help') return void process.stdout.write(formatHelp(command))
    const running = await command.start(values)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void running.close().then(() => process.exit(0)))
    }
    process.stdout.write(`${running.message}\n`)
  } catch (error) {
    process.stderr.write(`${command.name}: ${formatError(error)}\n`)
    process.exit(error instanceof ConfigurationError ? 2 : 1)
  }
}

export function readFlags<F extends Flags>(
  flags: F,
  argv: string[],
  env: Record<string, string | undefined>,
): Values<F> | 'help' {
  const parsed = parseFlags(flags, argv)
  if (parsed.help === true) return 'help'
  const entries = Object.entries(flags).map(([name, flag]) => [name, resolveFlag(flag, parsed[name], env)])
  return Object.fromEntries(entries) as Values<F>
}

type FlagValue = string | boolean | (string | boolean)[] | undefined

function parseFlags(flags: Flags, argv: string[]): Record<string, FlagValue> {
  const options = Object.entries(flags).map(([name, flag]) => {
    if (!('value' in flag)) return [name, { type: 'boolean' as const }]
    return [name, { type: 'string' as const, multiple: flag.multiple === true }]
  })
  try {
    const help = { type: 'boolean' as const, short: 'h' }
    return parseArgs({ args: argv, options: { help, ...Object.fromEntries(options) } }).values as Record<
      string,
      FlagValue
    >
  } catch (error) {
    // parseArgs throws a TypeError with a readable message.
    if (!(error instanceof TypeError)) throw error
    throw new ConfigurationError(`${error.message.split('. ')[0]}. --help lists the flags.`, { cause: error })
  }
}

function resolveFlag(flag: Flags[string], parsedValue: FlagValue, env: Record<string, string | undefined>): FlagValue {
  const envValue = (flag.env && env[flag.env]) || undefined
  if (!('value' in flag)) return parsedValue === true || envValue === '1'
  if (flag.multiple) return parsedValue ?? (envValue === undefined ? [] : [envValue])
  return parsedValue ?? envValue ?? flag.default
}

function formatHelp({ name, description, flags, examples }: Omit<Command<Flags>, 'start'>): string {
  const rows = Object.entries(flags).map(([flag, options]) => {
    const title = 'value' in options ? `--${flag} ${options.value}` : `--${flag}`
    const notes = [
      'default' in options && options.default !== undefined && `default: ${options.default}`,
      options.env && `environment: ${options.env}`,
    ].filter(Boolean)
    return [title, options.help + (notes.length > 0 ? ` (${notes.join('; ')})` : '')] as const
  })
  const width = Math.max(...rows.map(([title]) => title.length))
  const lines = [...rows, ['--help', 'Show this help'] as const].map(
    ([title, help]) => `  ${title.padEnd(width)}  ${help}`,
  )
  return [
    description,
    '',
    `Usage: ${name} [flags]`,
    '',
    ...lines,
    '',
    'Examples:',
    ...examples.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

function formatError(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is in use: choose another with --port`
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} needs elevated privileges: choose another with --port`
  return inspect(error)
}
