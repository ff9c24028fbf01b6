import { IncomingMessage } from 'node:http'

/**
 * A request whose body is counted while it comes in, whatever its headers claim.
 * Source: the option `IncomingMessage` of https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteRequest extends IncomingMessage {
  #received = 0
  #limit = Number.POSITIVE_INFINITY
  #refuse = () => {}
  #onPiece = () => {}

  /**
   * Takes no more than some bytes of a body.
   * @param limit in bytes
   * @param refuse called once when there are more; the rest is not taken
   */
  limitBody(limit: number, refuse: () => void): void {
    this.#limit = limit
    this.#refuse = refuse
    // Of a request that waited for its turn some has come already.
    if (Math.max(Number(this.headers['content-length'] ?? 0), this.#received) > limit) this.#end()
  }

  /**
   * The body when all of it has come, which whoever reads it later gets as well.
   * @param most bytes, fewer than Node takes of a body that nobody reads
   * @returns undefined where it is larger, or the sender has gone
   */
  async wholeBody(most: number): Promise<Buffer | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onPiece = () => {
      if (this.complete || this.#received > most) resolve()
    }
    this.once('close', resolve)
    this.#onPiece()
    await promise
    if (!this.complete || this.#received > most) return undefined
    const body = this.read() as Buffer | null
    if (body) this.unshift(body)
    return body ?? Buffer.alloc(0)
  }

  #end(): void {
    const refuse = this.#refuse
    this.#refuse = () => {}
    refuse()
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#received += chunk?.length ?? 0
    const isTaken = this.#received <= this.#limit
    const takesMore = isTaken ? super.push(chunk, encoding) : true
    if (!isTaken) this.#end()
    this.#onPiece()
    return takesMore
  }
}
