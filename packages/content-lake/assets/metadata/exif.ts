import exifr from 'exifr'

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

const IMAGE_TAGS = [
  'ImageDescription',
  'Make',
  'Model',
  'Orientation',
  'XResolution',
  'YResolution',
  'ResolutionUnit',
  'Software',
  'ModifyDate',
  'Artist',
  'Copyright',
]

const EXIF_TAGS = [
  'ExposureTime',
  'FNumber',
  'ExposureProgram',
  'ISO',
  'DateTimeOriginal',
  'DateTimeDigitized',
  'ShutterSpeedValue',
  'ApertureValue',
  'BrightnessValue',
  'ExposureBiasValue',
  'MaxApertureValue',
  'MeteringMode',
  'Flash',
  'FocalLength',
  'ColorSpace',
  'PixelXDimension',
  'PixelYDimension',
  'ExposureMode',
  'WhiteBalance',
  'FocalLengthIn35mmFormat',
  'SceneCaptureType',
  'LensMake',
  'LensModel',
]

/** The names that exifr gives to tags which the Exif standard, and so Sanity, calls differently. */
const EXIFR_NAMES: Record<string, string> = {
  DateTimeDigitized: 'CreateDate',
  ExposureBiasValue: 'ExposureCompensation',
  PixelXDimension: 'ExifImageWidth',
  PixelYDimension: 'ExifImageHeight',
}

const OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  xmp: false,
  icc: false,
  iptc: false,
  mergeOutput: false,
  translateValues: false,
  reviveValues: false,
} as const

type Parsed = {
  ifd0?: Record<string, unknown>
  exif?: Record<string, unknown>
  gps?: { latitude?: number; longitude?: number; GPSAltitude?: number; GPSAltitudeRef?: Uint8Array }
}

const HEADER = Buffer.from('Exif\0\0', 'latin1')

/** Reads an EXIF block; a damaged one gives what could be read, never an error. */
export async function readExif(block: Buffer): Promise<Exif> {
  const tiff = block.subarray(0, HEADER.length).equals(HEADER) ? block.subarray(HEADER.length) : block
  const { ifd0, exif, gps } = await parse(tiff)
  return { image: pick(ifd0, IMAGE_TAGS), exif: pick(exif, EXIF_TAGS), location: locationOf(gps) }
}

async function parse(tiff: Buffer): Promise<Parsed> {
  try {
    return ((await exifr.parse(tiff, OPTIONS)) as Parsed | undefined) ?? {}
  } catch {
    // The picture itself is whole: what a damaged block would have said is left out.
    return {}
  }
}

function pick(found: Record<string, unknown> = {}, names: string[]): Tags | undefined {
  const pairs = names.flatMap((name) => {
    const value = found[EXIFR_NAMES[name] ?? name]
    return isValue(value) ? [[name, typeof value === 'string' ? value.trim() : value] as const] : []
  })
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

function isValue(value: unknown): value is ExifValue {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'number' || (Array.isArray(value) && value.every((item) => typeof item === 'number'))
}

function locationOf({
  latitude,
  longitude,
  GPSAltitude: height,
  GPSAltitudeRef: level,
}: Parsed['gps'] = {}): Exif['location'] {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined
  // 1: below sea level.
  const alt = typeof height === 'number' ? { alt: level?.[0] === 1 ? -height : height } : {}
  return { lat: latitude!, lng: longitude!, ...alt }
}
