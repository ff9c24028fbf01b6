import { IncomingMessage } from 'node:http'

/**
 * A request whose body is counted while it comes in, whatever its headers claim.
 * Source: the option `IncomingMessage` of https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteRequest extends IncomingMessage {
  #received = 0
  #limit = Number.POSITIVE_INFINITY
  #refuse = () => {}

  /**
   * Takes no more than some bytes of a body.
   * @param limit in bytes
   * @param refuse called once when there are more; the rest is not taken
   */
  limitBody(limit: number, refuse: () => void): void {
    this.#limit = limit
    this.#refuse = refuse
    if (Number(this.headers['content-length'] ?? 0) > limit) this.#end()
  }

  #end(): void {
    const refuse = this.#refuse
    this.#refuse = () => {}
    refuse()
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#received += chunk?.length ?? 0
    if (this.#received <= this.#limit) return super.push(chunk, encoding)
    this.#end()
    return true
  }
}
