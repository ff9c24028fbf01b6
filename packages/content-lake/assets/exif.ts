/** A value as an asset document stores it. */
type ExifValue = string | number | number[]
type Tags = Record<string, ExifValue>

export type Exif = {
  /** Make, Model, Orientation … */
  image?: Tags
  /** FNumber, ExposureTime, ISO … */
  exif?: Tags
  /** Degrees; `alt` in metres. */
  location?: { lat: number; lng: number; alt?: number }
}

// Tag numbers: Exif 2.32, tables 4, 7 and 15.
const IMAGE_TAGS: Record<number, string> = {
  0x010e: 'ImageDescription',
  0x010f: 'Make',
  0x0110: 'Model',
  0x0112: 'Orientation',
  0x011a: 'XResolution',
  0x011b: 'YResolution',
  0x0128: 'ResolutionUnit',
  0x0131: 'Software',
  0x0132: 'ModifyDate',
  0x013b: 'Artist',
  0x8298: 'Copyright',
}
const EXIF_TAGS: Record<number, string> = {
  0x829a: 'ExposureTime',
  0x829d: 'FNumber',
  0x8822: 'ExposureProgram',
  0x8827: 'ISO',
  0x9003: 'DateTimeOriginal',
  0x9004: 'DateTimeDigitized',
  0x9201: 'ShutterSpeedValue',
  0x9202: 'ApertureValue',
  0x9203: 'BrightnessValue',
  0x9204: 'ExposureBiasValue',
  0x9205: 'MaxApertureValue',
  0x9207: 'MeteringMode',
  0x9209: 'Flash',
  0x920a: 'FocalLength',
  0xa001: 'ColorSpace',
  0xa002: 'PixelXDimension',
  0xa003: 'PixelYDimension',
  0xa402: 'ExposureMode',
  0xa403: 'WhiteBalance',
  0xa405: 'FocalLengthIn35mmFormat',
  0xa406: 'SceneCaptureType',
  0xa433: 'LensMake',
  0xa434: 'LensModel',
}
const GPS_TAGS: Record<number, string> = { 1: 'latRef', 2: 'lat', 3: 'lngRef', 4: 'lng', 5: 'altRef', 6: 'alt' }

const EXIF_POINTER = 0x8769
const GPS_POINTER = 0x8825
const HEADER = Buffer.from('Exif\0\0', 'latin1')
const MAX_ENTRIES = 200
const MAX_VALUES = 256

type Entry = { tag: number; value: ExifValue }

/** Reads an EXIF block; a damaged one gives what could be read, never an error. */
export function readExif(block: Buffer): Exif {
  const tiff = block.subarray(0, HEADER.length).equals(HEADER) ? block.subarray(HEADER.length) : block
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return {}
  const reader = createReader(tiff, order === 'II')
  const root = readDirectory(reader, reader.long(4))
  const subDirectory = (pointer: number): Entry[] => {
    const offset = root.find(({ tag }) => tag === pointer)?.value
    return typeof offset === 'number' ? readDirectory(reader, offset) : []
  }
  return {
    image: named(root, IMAGE_TAGS),
    exif: named(subDirectory(EXIF_POINTER), EXIF_TAGS),
    location: locationOf(named(subDirectory(GPS_POINTER), GPS_TAGS) ?? {}),
  }
}

type Reader = ReturnType<typeof createReader>

/** Reads outside the block give 0, so that offsets from a hostile file need no checks of their own. */
function createReader(bytes: Buffer, isLittle: boolean) {
  const has = (at: number, size: number): boolean => Number.isInteger(at) && at >= 0 && at + size <= bytes.length
  const short = (at: number): number => (has(at, 2) ? (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)) : 0)
  const long = (at: number): number => (has(at, 4) ? (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) : 0)
  const signed = (at: number): number => long(at) | 0
  const ratio = (above: number, below: number): number => (below === 0 ? 0 : above / below)
  return {
    short,
    long,
    text: (at: number, length: number): string =>
      has(at, length) ? (bytes.toString('utf8', at, at + length).split('\0', 1)[0] ?? '').trim() : '',
    numbers: {
      1: { size: 1, read: (at: number) => (has(at, 1) ? bytes.readUInt8(at) : 0) },
      3: { size: 2, read: short },
      4: { size: 4, read: long },
      5: { size: 8, read: (at: number) => ratio(long(at), long(at + 4)) },
      9: { size: 4, read: signed },
      10: { size: 8, read: (at: number) => ratio(signed(at), signed(at + 4)) },
    } as Record<number, { size: number; read: (at: number) => number }>,
  }
}

function readDirectory(reader: Reader, offset: number): Entry[] {
  const count = Math.min(reader.short(offset), MAX_ENTRIES)
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    const at = offset + 2 + index * 12
    const value = readValue(reader, at)
    if (value !== undefined) entries.push({ tag: reader.short(at), value })
  }
  return entries
}

const ASCII = 2

function readValue(reader: Reader, at: number): ExifValue | undefined {
  const type = reader.short(at + 2)
  const count = reader.long(at + 4)
  if (count === 0 || count > (type === ASCII ? 1000 : MAX_VALUES)) return undefined
  const place = (size: number): number => (size > 4 ? reader.long(at + 8) : at + 8)
  if (type === ASCII) return reader.text(place(count), count)
  const kind = reader.numbers[type]
  if (!kind) return undefined
  const start = place(kind.size * count)
  const values = Array.from({ length: count }, (_, index) => kind.read(start + index * kind.size))
  return count === 1 ? values[0] : values
}

function named(entries: Entry[], names: Record<number, string>): Tags | undefined {
  const pairs = entries.flatMap(({ tag, value }) => {
    const name = names[tag]
    return name && value !== '' ? [[name, value] as const] : []
  })
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

function locationOf({ lat, latRef, lng, lngRef, alt, altRef }: Tags): Exif['location'] {
  const latitude = degrees(lat, latRef === 'S')
  const longitude = degrees(lng, lngRef === 'W')
  if (latitude === undefined || longitude === undefined) return undefined
  const height = typeof alt === 'number' ? { alt: altRef === 1 ? -alt : alt } : {}
  return { lat: latitude, lng: longitude, ...height }
}

function degrees(value: ExifValue | undefined, isNegative: boolean): number | undefined {
  if (!Array.isArray(value)) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = value
  const sum = whole + minutes / 60 + seconds / 3600
  return isNegative ? -sum : sum
}
