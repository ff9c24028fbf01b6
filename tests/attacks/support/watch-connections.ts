import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

/* Preloaded into a site (`--import`). Logs connections, and checks for prototype pollution ten times a second. */

const file = process.env.WATCH_FILE ?? ''

const appendLog = (line: string): void => appendFileSync(file, `${line}\n`)

const { connect } = Socket.prototype

Socket.prototype.connect = function watched(this: Socket, ...args: unknown[]): Socket {
  const options = [args[0]].flat()[0] as { host?: string; port?: number | string } | undefined
  if (options?.port !== undefined) appendLog(`connect ${options.host ?? 'localhost'}:${options.port}`)
  return Reflect.apply(connect, this, args) as Socket
}

const INITIAL_KEYS = new Set(Reflect.ownKeys(Object.prototype))

setInterval(() => {
  const addedKeys = Reflect.ownKeys(Object.prototype).filter((key) => !INITIAL_KEYS.has(key))
  appendLog(addedKeys.length > 0 ? `polluted ${addedKeys.join(' ')}` : 'clean')
}, 100).unref()
