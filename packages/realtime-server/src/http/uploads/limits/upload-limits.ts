/** What uploads may take and cost. What one file and one message may have is in the protocol (`FILE_LIMITS`). */
export const UPLOAD_LIMITS = {
  /** Width × height × frames, checked before an image is decoded: a small file may unfold into gigabytes. */
  imagePixels: 25_000_000,
  /** Each frame of an animation is encoded with colours of its own, however small it is. Animations people send have under 200. */
  imageFrames: 500,
  /** Processor time for one image. A photo of 25 million pixels takes about one second. */
  imageCpuMs: 5_000,
  /** For an image on a machine that is busy with other work; then the process that draws it counts as stuck. */
  imageDeadlineMs: 30_000,
  /** Images drawn at the same moment: one of an inbox and one of another. Each may need 200 MB. */
  imagesAtOnce: 2,
  /** Images that wait to be drawn. */
  imagesWaiting: 32,
  /**
   * Processor time lately spent on the images of a visitor and of an address, in milliseconds; it counts half after each minute. A
   * photo takes 100 to 1,000, and a visitor sends a few. What is refused counts as well.
   */
  visitorDrawingMs: 10_000,
  addressDrawingMs: 20_000,
  /** What one visitor, and all visitors of an inbox together, may upload in 24 hours. */
  visitorUploadBytesPerDay: 52_428_800,
  inboxUploadBytesPerDay: 1_073_741_824,
  /** The part of the inbox's bytes that visitors may use: the rest is for the team. */
  visitorsPartOfInboxBytes: 0.75,
  /**
   * What a visitor and an address have sent lately in bytes, refused files included; it counts half after twelve hours. A visitor sends
   * a few photos of 3 MB.
   */
  visitorSentBytes: 100_663_296,
  addressSentBytes: 201_326_592,
  sentHalfLifeMs: 43_200_000,
  /**
   * So fast are the uploads of one address taken together, after so many bytes as fast as they come, and no piece waits longer: each
   * piece of 64 KiB takes the thread that serves everyone for up to 0.5 ms.
   */
  addressBytesPerSecond: 8_388_608,
  addressBurstBytes: 2_097_152,
  pieceWaitMs: 1_000,
  /** Uploads of one visitor at the same moment. A client sends fewer. */
  uploadsAtOnce: 4,
  /** Uploads of all visitors at the same moment. */
  uploadPlaces: 64,
  /** An upload that brings less than this many bytes in this time is aborted. The slowest networks bring several times as much. */
  uploadStallMs: 20_000,
  uploadStallBytes: 16_384,
  /** The time while more than half of the places are held: 4 KB a second, which a bad mobile network still brings. */
  uploadStallBusyMs: 4_000,
  /** How often an upload in progress asks whether its session has ended, and the shortest time between an erasure and the removal of its files. */
  uploadCheckMs: 5_000,
  /** A file that no message names by then is removed. */
  unattachedHours: 24,
} as const;
