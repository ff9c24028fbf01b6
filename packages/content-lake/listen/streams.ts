import { createHttpError } from '../store/errors.ts'

type ServerEvent = { event: string; id?: string; data: unknown }

/** Maximum unread bytes per client. Above it, the stream disconnects the client. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

export class EventStream {
  readonly response: Response
  readonly #closed = new AbortController()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(heartbeatMs: number) {
    const body = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.#controller = controller), cancel: () => this.#closed.abort() },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    )
    this.response = new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      },
    })
    const heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs)
    this.onClose(() => clearInterval(heartbeat))
    this.#write('retry: 1000\n\n')
  }

  send({ event, id, data }: ServerEvent): void {
    const idLine = id === undefined ? '' : `id: ${id}\n`
    this.#write(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  close(): void {
    if (this.isClosed) return
    this.#controller?.close()
    this.#closed.abort()
  }

  disconnectOn(signal: AbortSignal, reason: string): void {
    const disconnect = (): void => {
      this.send({ event: 'disconnect', data: { reason } })
      this.close()
    }
    signal.addEventListener('abort', disconnect, { once: true })
    this.onClose(() => signal.removeEventListener('abort', disconnect))
  }

  onClose(listener: () => void): void {
    if (this.isClosed) listener()
    else this.#closed.signal.addEventListener('abort', listener, { once: true })
  }

  #write(text: string): void {
    if (this.isClosed) return
    this.#controller?.enqueue(encoder.encode(text))
    if ((this.#controller?.desiredSize ?? 0) <= 0) this.close()
  }
}

const encoder = new TextEncoder()

/** Maximum streams per user. All anonymous clients count as one user. A Studio tab opens about ten. */
const MAX_STREAMS_PER_USER = 200
const MAX_STREAMS = 400

/** Maximum time for listener work before it yields to the event loop. */
const SLICE_MS = 10

export class Listeners {
  readonly #open = new Map<string, number>()
  readonly #queue: (() => void)[] = []
  #sliceEndMs: number | undefined

  /** Reserves a stream and returns a function that releases it. @throws LakeError 429 above the limit */
  reserveStream(user = ''): () => void {
    const total = [...this.#open.values()].reduce((sum, count) => sum + count, 0)
    const userCount = this.#open.get(user) ?? 0
    if (userCount >= MAX_STREAMS_PER_USER || total >= MAX_STREAMS)
      throw createHttpError(429, 'Too many open event streams')
    this.#open.set(user, userCount + 1)
    return () => void this.#open.set(user, (this.#open.get(user) ?? 0) - 1)
  }

  runInTurn(task: () => void): void {
    this.#queue.push(task)
    this.#drainQueue()
  }

  #drainQueue(): void {
    this.#sliceEndMs ??= this.#beginSlice()
    while (performance.now() < this.#sliceEndMs) {
      const task = this.#queue.shift()
      if (!task) return
      task()
    }
  }

  #beginSlice(): number {
    setImmediate(() => {
      this.#sliceEndMs = undefined
      if (this.#queue.length > 0) this.#drainQueue()
    })
    return performance.now() + SLICE_MS
  }
}
