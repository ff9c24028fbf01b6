import { IncomingMessage } from 'node:http'

/**
 * Request that limits its body by received bytes, regardless of its headers. Source:
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteRequest extends IncomingMessage {
  #received = 0
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
    if (Math.max(Number(this.headers['content-length'] ?? 0), this.#received) > limit) this.#exceed()
  }

  /**
   * Returns the whole body and leaves it readable. Returns undefined if it is too large or if the connection closed.
   * @param maxBytes below Node's body buffer
   */
  async wholeBody(maxBytes: number): Promise<Buffer | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onChunk = () => {
      if (this.complete || this.#received > maxBytes) resolve()
    }
    this.once('close', resolve)
    this.#onChunk()
    await promise
    if (!this.complete || this.#received > maxBytes) return undefined
    const body = this.read() as Buffer | null
    if (body) this.unshift(body)
    return body ?? Buffer.alloc(0)
  }

  #exceed(): void {
    const onExceeded = this.#onExceeded
    this.#onExceeded = () => {}
    onExceeded()
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#received += chunk?.length ?? 0
    const isWithinLimit = this.#received <= this.#limit
    const canTakeMore = isWithinLimit ? super.push(chunk, encoding) : true
    if (!isWithinLimit) this.#exceed()
    this.#onChunk()
    return canTakeMore
  }
}
