import type { Drawing } from './article-cover.ts'
import { through } from './duct.ts'
import { palette } from './palette.ts'

/** Pictures beside texts on pages, by file name. */
export const pageDrawings: Record<string, Drawing> = {
  /** Nine fields beside the run they ride on. */
  'note.png': {
    warm: 0.5,
    centres: [{ x: 1300, y: 240, reach: 420, strength: 9 }],
    slope: { x: 0.3, y: 0.4 },
    ducts: [{ points: through(980, -80, 980, 420, 1280, 620, 1280, 1080), width: 190, lines: 5 }],
    rows: [
      {
        left: 140,
        right: 820,
        baseline: 860,
        colour: (share) => (share < 0.4 ? palette.ember : palette.ice),
        heights: [700, 620, 560, 500, 440, 380, 320, 260, 200],
      },
    ],
  },
  /** Many lines into one. */
  'desk.png': {
    warm: 0.48,
    centres: [{ x: 220, y: 180, reach: 420, strength: 8 }],
    slope: { x: 0.2, y: 0.4 },
    ducts: [
      ...[120, 310, 500, 690, 880].map((y, line) => ({
        points: through(-80, y, 360, y, 700, 396 + 52 * line, 920, 396 + 52 * line),
        width: 36,
        lines: 1,
      })),
      { points: through(880, 500, 1680, 500), width: 260, lines: 6 },
    ],
  },
}
