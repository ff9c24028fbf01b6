import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { badUpload, MAX_SECONDS } from '../limits.ts'

/** TypeScript in the repository, JavaScript in the published package, as this file is. */
const ENTRY = join(import.meta.dirname, `rasterise-main${extname(import.meta.filename)}`)
const MAX_BYTES = 512 * 1024 * 1024

/**
 * Renders an SVG to PNG in a process of its own: a few lines of filters can draw for minutes, and nothing but
 * ending the process stops that. Throws LakeError 400 when it cannot be drawn in time.
 */
export function rasterise(svg: Buffer, timeout = MAX_SECONDS * 1000): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', timeout, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES } as const
    const child = execFile(process.execPath, [ENTRY], options, (error, png) => {
      if (!error) resolve(png)
      else
        reject(
          badUpload(error.killed ? 'Invalid image, it takes too long to draw' : 'Invalid image, it cannot be drawn'),
        )
    })
    // A process that ends early breaks the pipe; its exit says what was wrong.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(svg)
  })
}
