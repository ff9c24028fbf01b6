import type { Thumbnail } from './inspect-image.ts'

type Channel = { dc: number; ac: number[]; scale: number }

/** ThumbHash of a picture of at most 100 x 100 pixels, base64 (format: github.com/evanw/thumbhash). */
export function thumbHash(picture: Thumbnail): string {
  const { width, height } = picture
  const { luminance, yellowBlue, redGreen, alpha, hasAlpha } = toLpqa(picture)
  const longer = Math.max(width, height)
  const limit = hasAlpha ? 5 : 7
  const columns = Math.max(1, Math.round((limit * width) / longer))
  const rows = Math.max(1, Math.round((limit * height) / longer))
  const l = encodeChannel(luminance, width, height, Math.max(3, columns), Math.max(3, rows))
  const p = encodeChannel(yellowBlue, width, height, 3, 3)
  const q = encodeChannel(redGreen, width, height, 3, 3)
  const a = hasAlpha ? encodeChannel(alpha, width, height, 5, 5) : undefined

  const isLandscape = width > height
  const head24 =
    Math.round(63 * l.dc) |
    (Math.round(31.5 + 31.5 * p.dc) << 6) |
    (Math.round(31.5 + 31.5 * q.dc) << 12) |
    (Math.round(31 * l.scale) << 18) |
    ((hasAlpha ? 1 : 0) << 23)
  const head16 =
    (isLandscape ? rows : columns) |
    (Math.round(63 * p.scale) << 3) |
    (Math.round(63 * q.scale) << 9) |
    ((isLandscape ? 1 : 0) << 15)
  const bytes = [head24 & 255, (head24 >> 8) & 255, head24 >> 16, head16 & 255, head16 >> 8]
  if (a) bytes.push(Math.round(15 * a.dc) | (Math.round(15 * a.scale) << 4))

  const nibbles = [l, p, q, ...(a ? [a] : [])].flatMap(({ ac }) => ac).map((value) => Math.round(15 * value))
  for (let at = 0; at < nibbles.length; at += 2) bytes.push((nibbles[at] ?? 0) | ((nibbles[at + 1] ?? 0) << 4))
  return Buffer.from(bytes).toString('base64')
}

/** Splits into luminance, yellow-blue, red-green and alpha, over the picture's mean colour. */
function toLpqa({ width, height, pixels }: Thumbnail) {
  const count = width * height
  const at = (pixel: number, channel: number): number => (pixels[pixel * 4 + channel] ?? 0) / 255
  const alpha = Array.from({ length: count }, (_, pixel) => at(pixel, 3))
  const alphaSum = alpha.reduce((sum, value) => sum + value, 0)
  const mean = (channel: number): number =>
    alphaSum === 0 ? 0 : alpha.reduce((sum, value, pixel) => sum + value * at(pixel, channel), 0) / alphaSum
  const means = [mean(0), mean(1), mean(2)]
  const blend = (pixel: number, channel: number): number => {
    const opacity = alpha[pixel] ?? 0
    return (means[channel] ?? 0) * (1 - opacity) + opacity * at(pixel, channel)
  }
  const luminance: number[] = []
  const yellowBlue: number[] = []
  const redGreen: number[] = []
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [red, green, blue] = [blend(pixel, 0), blend(pixel, 1), blend(pixel, 2)]
    luminance.push((red + green + blue) / 3)
    yellowBlue.push((red + green) / 2 - blue)
    redGreen.push(red - green)
  }
  return { luminance, yellowBlue, redGreen, alpha, hasAlpha: alphaSum < count }
}

/** A cosine transform whose coefficients thin out towards high frequencies in both directions. */
function encodeChannel(values: number[], width: number, height: number, columns: number, rows: number): Channel {
  let dc = 0
  let scale = 0
  const raw: number[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column * rows < columns * (rows - row); column += 1) {
      const coefficient = coefficientOf(values, width, height, column, row)
      if (column === 0 && row === 0) {
        dc = coefficient
        continue
      }
      raw.push(coefficient)
      scale = Math.max(scale, Math.abs(coefficient))
    }
  }
  return { dc, scale, ac: raw.map((value) => (scale === 0 ? value : 0.5 + (0.5 / scale) * value)) }
}

function coefficientOf(values: number[], width: number, height: number, column: number, row: number): number {
  const across = Array.from({ length: width }, (_, x) => Math.cos((Math.PI / width) * column * (x + 0.5)))
  let sum = 0
  for (let y = 0; y < height; y += 1) {
    const down = Math.cos((Math.PI / height) * row * (y + 0.5))
    for (let x = 0; x < width; x += 1) sum += (values[y * width + x] ?? 0) * (across[x] ?? 0) * down
  }
  return sum / (width * height)
}
