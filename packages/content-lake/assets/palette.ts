import type { Thumbnail } from './describe.ts'

type Rgb = readonly [red: number, green: number, blue: number]
type Hsl = { hue: number; saturation: number; luma: number }
type Color = { rgb: Rgb; hsl: Hsl; pixels: number }
type Range = readonly [min: number, target: number, max: number]

type Swatch = {
  _type: 'sanity.imagePaletteSwatch'
  background: string
  foreground: '#fff' | '#000'
  title: '#fff' | '#000'
  /** Percentage of visible pixels, rounded to two decimals. */
  population: number
}

// Targets and weights of the Vibrant algorithm (Android's Palette, node-vibrant), which hosted Sanity uses for
// palettes. The package node-vibrant is not used: it rounds to five bits per channel, so #f26a21 becomes #f46c24.
const DARK: Range = [0, 0.26, 0.45]
const NORMAL: Range = [0.3, 0.5, 0.7]
const LIGHT: Range = [0.55, 0.74, 1]
const VIVID: Range = [0.35, 1, 1]
const DULL: Range = [0, 0.3, 0.4]
const TARGETS = {
  vibrant: { luma: NORMAL, saturation: VIVID },
  lightVibrant: { luma: LIGHT, saturation: VIVID },
  darkVibrant: { luma: DARK, saturation: VIVID },
  muted: { luma: NORMAL, saturation: DULL },
  lightMuted: { luma: LIGHT, saturation: DULL },
  darkMuted: { luma: DARK, saturation: DULL },
} as const
const WEIGHTS = { saturation: 3, luma: 6.5, population: 0.5 }

const MIN_ALPHA = 125

/** Returns a `sanity.imagePalette` with all seven swatches. Missing swatches are derived and have population 0. */
export function buildPalette(thumbnail: Thumbnail): { _type: 'sanity.imagePalette' } & Record<string, Swatch | string> {
  const colors = quantizeColors(thumbnail)
  const total = colors.reduce((sum, { pixels }) => sum + pixels, 0)
  const dominant = colors[0] ?? { rgb: [255, 255, 255] as const, hsl: toHsl([255, 255, 255]), pixels: 0 }
  const usedColors = new Set<Color>()
  const swatches = Object.entries(TARGETS).map(([name, target]) => {
    const best = findBestMatch(colors, target, usedColors)
    if (best) usedColors.add(best)
    return [name, createSwatch(best ?? deriveColor(dominant, target), total)] as const
  })
  return { _type: 'sanity.imagePalette', ...Object.fromEntries(swatches), dominant: createSwatch(dominant, total) }
}

/**
 * Returns the colors by descending population. Pixels with equal upper four bits per channel form one averaged color.
 */
function quantizeColors({ pixels }: Thumbnail): Color[] {
  const groups = new Map<number, { sum: [number, number, number]; pixels: number }>()
  for (let offset = 0; offset + 3 < pixels.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(offset, offset + 4)
    if (alpha < MIN_ALPHA) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const group = groups.get(key) ?? { sum: [0, 0, 0], pixels: 0 }
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue]
    group.pixels += 1
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ sum, pixels: count }) => {
      const rgb: Rgb = [sum[0] / count, sum[1] / count, sum[2] / count]
      return { rgb, hsl: toHsl(rgb), pixels: count }
    })
    .toSorted((a, b) => b.pixels - a.pixels)
}

type Target = { luma: Range; saturation: Range }

function findBestMatch(colors: Color[], target: Target, usedColors: ReadonlySet<Color>): Color | undefined {
  const maxPixels = colors[0]?.pixels ?? 1
  let best: { color: Color; score: number } | undefined
  for (const color of colors) {
    const { saturation, luma } = color.hsl
    if (usedColors.has(color) || !isWithin(saturation, target.saturation) || !isWithin(luma, target.luma)) continue
    const score =
      WEIGHTS.saturation * computeCloseness(saturation, target.saturation) +
      WEIGHTS.luma * computeCloseness(luma, target.luma) +
      WEIGHTS.population * (color.pixels / maxPixels)
    if (!best || score > best.score) best = { color, score }
  }
  return best?.color
}

const isWithin = (value: number, [min, , max]: Range): boolean => value >= min && value <= max
const computeCloseness = (value: number, [, target]: Range): number => 1 - Math.abs(value - target)

function deriveColor({ hsl }: Color, target: Target): Color {
  const adjustedHsl = { hue: hsl.hue, saturation: Math.min(hsl.saturation, target.saturation[1]), luma: target.luma[1] }
  return { rgb: toRgb(adjustedHsl), hsl: adjustedHsl, pixels: 0 }
}

function createSwatch({ rgb, pixels }: Color, total: number): Swatch {
  const [red, green, blue] = rgb
  const brightness = (red * 299 + green * 587 + blue * 114) / 1000
  const population = total === 0 ? 0 : Math.round((pixels / total) * 10_000) / 100
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`,
    foreground: brightness < 150 ? '#fff' : '#000',
    title: brightness < 200 ? '#fff' : '#000',
    population,
  }
}

function toHsl(rgb: Rgb): Hsl {
  const [red, green, blue] = [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255]
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  const luma = max - spread / 2
  if (spread === 0) return { hue: 0, saturation: 0, luma }
  const saturation = spread / (1 - Math.abs(2 * luma - 1))
  if (max === red) return { hue: ((green - blue) / spread + 6) % 6, saturation, luma }
  return { hue: max === green ? (blue - red) / spread + 2 : (red - green) / spread + 4, saturation, luma }
}

/** Converts to RGB. `hue` ranges from 0 to 6. */
function toRgb({ hue, saturation, luma }: Hsl): Rgb {
  const chroma = saturation * Math.min(luma, 1 - luma)
  const computeChannel = (offset: number): number => {
    const position = (offset + hue * 2) % 12
    return 255 * (luma - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  }
  return [computeChannel(0), computeChannel(8), computeChannel(4)]
}
