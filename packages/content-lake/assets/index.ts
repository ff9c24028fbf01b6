import { join } from 'node:path'
import { describeFile } from './describe-file.ts'
import { createImageDescriber } from './metadata/describe-image.ts'
import { createAssetFiles } from './files.ts'
import { assertWithinLimit } from './limits.ts'
import { createServe } from './serve.ts'
import type { Assets, AssetsOptions } from './types.ts'

export { UPLOAD_LIMITS } from './types.ts'
export type { AssetDocument, Assets, AssetsOptions, UploadMeta } from './types.ts'

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024

/** The lake's asset store: uploads under `dataDir`/assets, one folder per dataset and kind, and image transforms on the way out. */
export function createAssets({
  dataDir,
  publicUrl,
  projectId,
  cacheBytes = DEFAULT_CACHE_BYTES,
}: AssetsOptions): Assets {
  const files = createAssetFiles(join(dataDir, 'assets'))
  const describeImage = createImageDescriber()
  const urlBase = publicUrl.replace(/\/+$/, '')

  return {
    async describeUpload(kind, bytes, meta, dataset) {
      assertWithinLimit(kind, bytes.length)
      const { fileName, document } = kind === 'images' ? await describeImage(bytes, meta) : describeFile(bytes, meta)
      await files.save(dataset, kind, fileName, bytes)
      const path = `${kind}/${projectId}/${dataset}/${fileName}`
      return { ...document, path, url: `${urlBase}/${path}` }
    },
    serve: createServe({ files, projectId, cacheBytes }),
  }
}
