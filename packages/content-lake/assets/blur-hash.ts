import type { Thumbnail } from './inspect-image.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
const COLUMNS = 4
const ROWS = 3

type Factor = [red: number, green: number, blue: number]

/** BlurHash of a small picture, 4 x 3 components (format: github.com/woltapp/blurhash, Algorithm.md). */
export function blurHash(picture: Thumbnail): string {
  const factors: Factor[] = []
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) factors.push(factorOf(picture, column, row))
  }
  const [average = [0, 0, 0], ...details] = factors
  const largest = Math.max(...details.flat().map(Math.abs))
  const quantisedLargest = clamp(Math.floor(largest * 166 - 0.5), 0, 82)
  const scale = (quantisedLargest + 1) / 166
  return [
    base83(COLUMNS - 1 + (ROWS - 1) * 9, 1),
    base83(quantisedLargest, 1),
    base83(packAverage(average), 4),
    ...details.map((detail) => base83(packDetail(detail, scale), 2)),
  ].join('')
}

function factorOf({ width, height, pixels }: Thumbnail, column: number, row: number): Factor {
  const sum: Factor = [0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const basis = Math.cos((Math.PI * column * x) / width) * Math.cos((Math.PI * row * y) / height)
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        sum[channel as 0 | 1 | 2] += basis * toLinear(pixels[at + channel] ?? 0)
      }
    }
  }
  const scale = (column === 0 && row === 0 ? 1 : 2) / (width * height)
  return [sum[0] * scale, sum[1] * scale, sum[2] * scale]
}

const packAverage = ([red, green, blue]: Factor): number => (toSrgb(red) << 16) + (toSrgb(green) << 8) + toSrgb(blue)

function packDetail(detail: Factor, scale: number): number {
  const [red = 0, green = 0, blue = 0] = detail.map((value) => {
    const rooted = Math.sign(value) * Math.sqrt(Math.abs(value / scale))
    return clamp(Math.floor(rooted * 9 + 9.5), 0, 18)
  })
  return red * 19 * 19 + green * 19 + blue
}

function toLinear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toSrgb(linear: number): number {
  const value = clamp(linear, 0, 1)
  return Math.trunc((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255 + 0.5)
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))

function base83(value: number, length: number): string {
  let text = ''
  for (let power = length - 1; power >= 0; power -= 1) text += DIGITS[Math.floor(value / 83 ** power) % 83]
  return text
}
