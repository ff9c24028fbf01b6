import type { Cover } from './cover.ts'

type Drawing = Omit<Cover, 'monthlyMeanF'>

/** Weather and duct run of each city; the fins come from its monthly means. */
export const cityDrawings = {
  /** Risers: a house of many floors, one line up and back down. */
  'new-york': {
    centres: [
      { x: 1180, y: 260, reach: 330, strength: 9 },
      { x: 420, y: 820, reach: 300, strength: -6 },
    ],
    slope: { x: 0.3, y: 0.5 },
    ducts: [
      {
        points: [
          [-80, 480],
          [300, 480],
          [300, 140],
          [620, 140],
          [620, 480],
          [940, 480],
          [940, 140],
          [1260, 140],
          [1260, 480],
          [1680, 480],
        ],
        width: 150,
      },
    ],
  },
  /** Wide and low: one long run from the coast to the valley. */
  'los-angeles': {
    centres: [{ x: 1500, y: 80, reach: 620, strength: 7 }],
    slope: { x: 1.1, y: 1.6 },
    ducts: [
      {
        points: [
          [-80, 500],
          [620, 500],
          [980, 250],
          [1680, 250],
        ],
        width: 230,
        lines: 6,
      },
    ],
  },
  /** Wind off the lake: tight isobars, and a trunk that splits over two flats. */
  chicago: {
    centres: [
      { x: 1500, y: 420, reach: 520, strength: 15 },
      { x: 200, y: 120, reach: 380, strength: -5 },
    ],
    slope: { x: 0.2, y: 0.2 },
    ducts: [
      {
        points: [
          [-80, 330],
          [560, 330],
          [800, 480],
          [1680, 480],
        ],
        width: 112,
        lines: 3,
      },
      {
        points: [
          [-80, 190],
          [560, 190],
          [800, 130],
          [1680, 130],
        ],
        width: 112,
        lines: 3,
      },
    ],
  },
  /** One high over everything, and a unit on the roof that drops its duct in. */
  phoenix: {
    centres: [{ x: 800, y: 330, reach: 620, strength: 17 }],
    slope: { x: 0.05, y: 0.05 },
    ducts: [
      {
        points: [
          [-80, 450],
          [440, 450],
          [440, 160],
          [1160, 160],
          [1160, 450],
          [1680, 450],
        ],
        width: 204,
        lines: 5,
      },
    ],
  },
  /** Soft bumps of damp air, and a run that stays low under the floor. */
  atlanta: {
    centres: [
      { x: 260, y: 240, reach: 250, strength: 6 },
      { x: 820, y: 180, reach: 280, strength: 8 },
      { x: 1380, y: 300, reach: 250, strength: 6 },
      { x: 1080, y: 760, reach: 280, strength: -5 },
    ],
    slope: { x: 0.1, y: 0.6 },
    ducts: [
      {
        points: [
          [-80, 240],
          [420, 240],
          [700, 520],
          [1020, 520],
          [1300, 240],
          [1680, 240],
        ],
        width: 180,
        lines: 5,
      },
    ],
  },
} satisfies Record<string, Drawing>
