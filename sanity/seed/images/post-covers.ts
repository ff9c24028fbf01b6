import type { Drawing } from './article-cover.ts'
import { heightsAlong } from './bars.ts'
import { through } from './duct.ts'
import { palette } from './palette.ts'

const turning = (at: number) => (share: number) => (share < at ? palette.ember : palette.ice)

/** The picture of each post, by its slug. */
export const postDrawings: Record<string, Drawing> = {
  /** Eight calls set out, two arrive. */
  'missed-call-arithmetic': {
    warm: 0.56,
    centres: [{ x: 1300, y: 300, reach: 420, strength: 9 }],
    slope: { x: 0.3, y: 0.4 },
    ducts: [760, 1680, 430, 1010, 560, 1680, 880, 340].map((end, line) => ({
      points: through(-80, 150 + 100 * line, end, 150 + 100 * line),
      width: 46,
      lines: 1,
    })),
  },
  /** The hours of a night, loud first. */
  'after-hours-triage-questions': {
    warm: 0.55,
    centres: [{ x: 300, y: 200, reach: 520, strength: 8 }],
    slope: { x: 0.2, y: 0.5 },
    rows: [
      {
        left: 120,
        right: 1480,
        baseline: 840,
        colour: turning(0.6),
        heights: heightsAlong(48, (t) => 60 + 560 * Math.exp(-((t - 0.22) ** 2) / 0.05) + 60 * Math.sin(t * 40) ** 2),
      },
    ],
  },
  /** One strong centre, lines opening to the right. */
  'gas-smell-and-carbon-monoxide-calls': {
    warm: 0.46,
    centres: [
      { x: 470, y: 500, reach: 360, strength: 17 },
      { x: 1500, y: 860, reach: 500, strength: -4 },
    ],
    slope: { x: 0.12, y: 0.06 },
    isobarOpacity: 0.9,
  },
  /** A long heating season, a short summer. */
  'no-heat-calls-and-heat-laws': {
    warm: 0.7,
    centres: [{ x: 1200, y: 150, reach: 460, strength: 7 }],
    slope: { x: 0.4, y: 0.2 },
    year: [27, 30, 39, 51, 61, 70, 75, 73, 66, 54, 42, 32],
  },
  /** A trunk that becomes two even runs. */
  'booking-windows': {
    warm: 0.4,
    centres: [{ x: 240, y: 820, reach: 420, strength: 8 }],
    slope: { x: 0.2, y: 0.3 },
    ducts: [
      { points: through(-80, 450, 640, 450, 860, 250, 1680, 250), width: 150, lines: 4 },
      { points: through(-80, 590, 640, 590, 860, 790, 1680, 790), width: 150, lines: 4 },
    ],
  },
  /** Weather on both sides of a straight border. */
  'call-recording-consent-by-state': {
    warm: 0.5,
    centres: [
      { x: 430, y: 380, reach: 320, strength: 11 },
      { x: 1180, y: 640, reach: 320, strength: 11 },
    ],
    slope: { x: 0.1, y: 0.2 },
    isobarOpacity: 0.7,
    ducts: [
      {
        points: through(800, -80, 800, 1080),
        width: 76,
        lines: 2,
        stroke: palette.paper,
      },
    ],
  },
  /** A year of even fins, two visits standing out. */
  'maintenance-membership-reminders': {
    warm: 0.5,
    centres: [{ x: 800, y: 120, reach: 620, strength: 8 }],
    slope: { x: 0.1, y: 0.3 },
    rows: [
      {
        left: 120,
        right: 1480,
        baseline: 780,
        colour: (share) => (share > 0.3 && share < 0.72 ? palette.ice : palette.ember),
        heights: heightsAlong(36, () => 0).map((_, index) => (index % 6 === 3 ? 560 : 250)),
      },
    ],
  },
  /** Down in three steps. */
  'dispatch-handover-notes': {
    warm: 0.45,
    centres: [{ x: 1280, y: 160, reach: 380, strength: 9 }],
    slope: { x: 0.3, y: 0.5 },
    ducts: [{ points: through(-80, 210, 420, 210, 420, 500, 900, 500, 900, 790, 1680, 790), width: 180, lines: 5 }],
  },
  /** Ten calls, none like the other. */
  'listen-to-ten-of-your-calls': {
    warm: 0.5,
    centres: [
      { x: 300, y: 300, reach: 380, strength: 9 },
      { x: 1250, y: 700, reach: 420, strength: 8 },
    ],
    slope: { x: 0.2, y: 0.2 },
    rows: [
      {
        left: 160,
        right: 1440,
        baseline: 850,
        colour: 'url(#air)',
        heights: [520, 300, 640, 210, 430, 560, 260, 480, 340, 600],
      },
    ],
  },
  /** Back on itself before it goes on. */
  'questions-for-an-ai-vendor': {
    warm: 0.62,
    centres: [{ x: 1380, y: 820, reach: 420, strength: 8 }],
    slope: { x: 0.4, y: 0.2 },
    ducts: [
      { points: through(-80, 780, 980, 780, 980, 220, 420, 220, 420, 500, 1680, 500), width: 150, lines: 4 },
      // Drawn once more where the run crosses itself, so that one lies above the other.
      { points: through(700, 500, 1260, 500), width: 150, lines: 4 },
    ],
  },
  /** A run over a roof, weather swirling above. */
  'monsoon-storm-calls': {
    warm: 0.24,
    centres: [
      { x: 1060, y: 220, reach: 300, strength: 14 },
      { x: 420, y: 160, reach: 260, strength: -9 },
      { x: 1480, y: 420, reach: 260, strength: -7 },
    ],
    slope: { x: 0.3, y: 0.1 },
    isobarOpacity: 0.52,
    ducts: [{ points: through(-80, 860, 420, 860, 420, 640, 1180, 640, 1180, 860, 1680, 860), width: 150, lines: 4 }],
  },
  /** Five runs that meet in one. */
  'one-search-finds-every-page': {
    warm: 0.5,
    centres: [{ x: 1260, y: 240, reach: 420, strength: 8 }],
    slope: { x: 0.3, y: 0.2 },
    ducts: [
      ...[120, 310, 690, 880].map((y) => ({
        points: through(-80, y, 520, y, 820, 500, 1680, 500),
        width: 56,
        lines: 2,
      })),
      { points: through(-80, 500, 1680, 500), width: 150, lines: 4 },
    ],
  },
  /** A quiet night in which three calls stand out. */
  'dashboard-opens-on-last-night': {
    warm: 0.38,
    centres: [{ x: 360, y: 200, reach: 460, strength: 9 }],
    slope: { x: 0.2, y: 0.3 },
    rows: [
      {
        left: 140,
        right: 1460,
        baseline: 840,
        colour: turning(0.4),
        heights: heightsAlong(40, () => 0).map((_, index) =>
          [3, 8, 13].includes(index) ? 600 : 150 + (index % 3) * 30,
        ),
      },
    ],
  },
  /** A run from which the days of a week branch off. */
  'own-calendar-reads-the-visits': {
    warm: 0.46,
    centres: [{ x: 300, y: 260, reach: 420, strength: 8 }],
    slope: { x: 0.2, y: 0.3 },
    ducts: [
      ...[0, 1, 2, 3, 4, 5, 6].map((day) => ({
        points: through(260 + 180 * day, 720, 260 + 180 * day, -80),
        width: 60,
        lines: 2,
      })),
      { points: through(-80, 760, 1680, 760), width: 170, lines: 5 },
    ],
  },
  /** Through a narrow gate. */
  'calendar-access-and-read-only-keys': {
    warm: 0.5,
    centres: [{ x: 1400, y: 240, reach: 420, strength: 8 }],
    slope: { x: 0.3, y: 0.3 },
    ducts: [{ points: through(-80, 500, 1680, 500), width: 150, lines: 4 }],
    rows: [
      {
        left: 560,
        right: 1040,
        baseline: 60,
        hanging: true,
        colour: 'url(#air)',
        heights: heightsAlong(14, () => 340),
      },
      { left: 560, right: 1040, baseline: 940, colour: 'url(#air)', heights: heightsAlong(14, () => 340) },
    ],
  },
  /** Three contacts, each smaller. */
  'follow-up-on-unsold-estimates': {
    warm: 0.5,
    centres: [{ x: 1350, y: 500, reach: 520, strength: 8 }],
    slope: { x: 0.2, y: 0.1 },
    ducts: [
      {
        points: through(-80, 240, 1680, 240),
        width: 240,
        lines: 5,
        stroke: palette.ember,
      },
      { points: through(-80, 560, 1680, 560), width: 140, lines: 4 },
      {
        points: through(-80, 800, 1680, 800),
        width: 70,
        lines: 2,
        stroke: palette.ice,
      },
    ],
  },
  /** The front is here, calm behind it. */
  'cold-snap-call-surge': {
    warm: 0.42,
    centres: [
      { x: 330, y: 520, reach: 300, strength: 26 },
      { x: 1300, y: 120, reach: 520, strength: -5 },
    ],
    slope: { x: 0.05, y: 0.1 },
    isobarOpacity: 0.85,
    rows: [
      { left: 900, right: 1480, baseline: 900, colour: palette.ice, heights: heightsAlong(24, (t) => 220 - 170 * t) },
    ],
  },
}
