import { log } from '../log/log.ts'

function isOutage(error: unknown): boolean {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return typeof statusCode !== 'number' || statusCode >= 500 || statusCode === 408 || statusCode === 429
}

/** Circuit breaker: opens on a failure and closes when a probe succeeds. */
export class Outage {
  readonly #probe: () => Promise<unknown>
  readonly #intervalMs: number
  #isOpen = false
  #loggedAt = Number.NEGATIVE_INFINITY

  /**
   * @param probe resolves within seconds if the service responds
   * @param intervalMs milliseconds between probes, and between log lines
   */
  constructor(probe: () => Promise<unknown>, intervalMs: number) {
    this.#probe = probe
    this.#intervalMs = intervalMs
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  reportFailure(err: unknown): void {
    const now = Date.now()
    if (now - this.#loggedAt >= this.#intervalMs) {
      this.#loggedAt = now
      log.warn({ err }, 'content-lake: query failed')
    }
    if (!isOutage(err) || this.#isOpen) return
    this.#isOpen = true
    this.#probeLater()
  }

  end(): void {
    this.#isOpen = false
  }

  #probeLater(): void {
    setTimeout(() => void this.#probeNow(), this.#intervalMs).unref()
  }

  async #probeNow(): Promise<void> {
    if (!this.#isOpen) return
    try {
      await this.#probe()
      this.end()
    } catch {
      // The failure is already logged.
      this.#probeLater()
    }
  }
}
