import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { MAX_PIXELS } from '../limits.ts'

/** Process entry of {@link rasterise}: SVG on stdin, PNG on stdout. */
const png = await sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
