export type AssetKind = 'images' | 'files'

/** What an upload's query string and headers say beside the bytes (names of Sanity's upload API). */
export type UploadMeta = {
  filename?: string
  contentType?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id?: string; name?: string; url?: string }
  /** Metadata parts to extract, see {@link METADATA_PARTS}; undefined means the hosted defaults. */
  meta?: string[]
}

/** What every asset document says, wherever it is stored. */
export type AssetFields = {
  _id: string
  _type: 'sanity.imageAsset' | 'sanity.fileAsset'
  assetId: string
  extension: string
  mimeType: string
  sha1hash: string
  /** Bytes. */
  size: number
  uploadId: string
  originalFilename?: string
  metadata?: Record<string, unknown>
}

/** An asset document as the lake creates it: complete except for `_rev`, `_createdAt` and `_updatedAt`. */
export type AssetDocument = AssetFields & { path: string; url: string } & Record<string, unknown>

export type AssetsOptions = {
  /** The lake's data folder; assets live in its sub-folder `assets`. */
  dataDir: string
  /** Base of asset urls, without a trailing slash. */
  publicUrl: string
  projectId: string
  /** Bytes kept of transformed images in memory; default 64 MiB. */
  cacheBytes?: number
}

export type Assets = {
  /**
   * Stores the bytes durably and answers the asset document to create. The same bytes give the same `_id`.
   * Throws LakeError 400 (broken or unsupported image, unknown `meta`) and 413 (over {@link UPLOAD_LIMITS}).
   */
  describeUpload(kind: AssetKind, bytes: Buffer, meta: UploadMeta, dataset: string): Promise<AssetDocument>
  /** GET and HEAD of `/images/:project/:dataset/:file` and `/files/:project/:dataset/:file`; never throws. */
  serve(request: Request): Promise<Response>
}

/** Largest upload per kind, in bytes. */
export const UPLOAD_LIMITS: Record<AssetKind, number> = { images: 20 * 1024 * 1024, files: 100 * 1024 * 1024 }
