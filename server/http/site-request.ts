import { IncomingMessage } from 'node:http'

/**
 * Request that limits its body by received bytes, regardless of its headers. Source:
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteRequest extends IncomingMessage {
  #receivedBytes = 0
  #limit = Number.POSITIVE_INFINITY
  #onExceeded = () => {}
  #onChunk = () => {}

  /**
   * Limits the body.
   * @param limit in bytes
   * @param onExceeded runs once; the rest of the body is dropped
   */
  limitBody(limit: number, onExceeded: () => void): void {
    this.#limit = limit
    this.#onExceeded = onExceeded
    // Part of the body of a queued request has already arrived.
    if (Math.max(Number(this.headers['content-length'] ?? 0), this.#receivedBytes) > limit) this.#handleExceeded()
  }

  /**
   * Returns the whole body and leaves it readable. Returns undefined if it is too large or if the connection closed.
   * @param maxBytes below Node's body buffer
   */
  async readWholeBody(maxBytes: number): Promise<Buffer | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onChunk = () => {
      if (this.complete || this.#receivedBytes > maxBytes) resolve()
    }
    this.once('close', resolve)
    this.#onChunk()
    await promise
    if (!this.complete || this.#receivedBytes > maxBytes) return undefined
    const body = this.read() as Buffer | null
    if (body) this.unshift(body)
    return body ?? Buffer.alloc(0)
  }

  #handleExceeded(): void {
    const onExceeded = this.#onExceeded
    this.#onExceeded = () => {}
    onExceeded()
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#receivedBytes += chunk?.length ?? 0
    const isWithinLimit = this.#receivedBytes <= this.#limit
    const hasCapacity = isWithinLimit ? super.push(chunk, encoding) : true
    if (!isWithinLimit) this.#handleExceeded()
    this.#onChunk()
    return hasCapacity
  }
}
