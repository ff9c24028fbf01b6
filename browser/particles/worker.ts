import { particlePainter, type Order } from './painter.ts'

type Message = { canvas: OffscreenCanvas } | Order

export function paintAsTold(): void {
  let painter: ((order: Order) => void) | undefined
  addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('canvas' in data)) {
      painter?.(data)
      return
    }
    const context = data.canvas.getContext('2d')
    // Safari before 17 has no 2D context in workers. The page catches the error and draws the particles itself.
    if (!context) throw new Error('This browser has no 2D context in a worker.')
    painter = particlePainter(context, (report) => postMessage(report))
  })
}
