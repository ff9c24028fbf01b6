import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { MAX_PIXELS } from './asset.ts'

const png = await sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
