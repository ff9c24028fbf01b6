/** One server-sent event; `data` is sent as JSON. */
type ServerEvent = { event: string; id?: string; data: unknown }

/** A client that reads slower than this falls behind is disconnected; it resumes or starts afresh. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

/** A response of server-sent events. Its queue keeps the order in which events are sent. */
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

  /** Ends the stream after what is queued. */
  close(): void {
    if (this.isClosed) return
    this.#controller?.close()
    this.#closed.abort()
  }

  /** Ends the stream, saying why, when `signal` aborts. The client does not reconnect. */
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
