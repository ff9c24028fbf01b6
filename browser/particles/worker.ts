import { createPainter, type PainterMessage } from './painter.ts'

type Message = { canvas: OffscreenCanvas } | PainterMessage

export function startPainterWorker(): void {
  let painter: ((order: PainterMessage) => void) | undefined
  addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('canvas' in data)) {
      painter?.(data)
      return
    }
    const context = data.canvas.getContext('2d')
    // Safari before 17 has no 2D context in workers. The page catches the error and draws the particles itself.
    if (!context) throw new Error('This browser has no 2D context in a worker.')
    painter = createPainter(context, (report) => postMessage(report))
  })
}
