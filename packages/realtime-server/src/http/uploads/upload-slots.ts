import { UPLOAD_LIMITS } from '../../runtime/limits.js';

/** Uploads in progress at this node, of all visitors. */
const MAX_UPLOADS = 64;

/** Counts the uploads in progress, of each visitor and of all. */
export class UploadSlots {
  private readonly byContact = new Map<string, number>();
  private total = 0;

  get isFull(): boolean {
    return this.total >= MAX_UPLOADS;
  }

  isFullFor(contact: string): boolean {
    return (this.byContact.get(contact) ?? 0) >= UPLOAD_LIMITS.uploadsAtOnce;
  }

  async hold<T>(contact: string, upload: () => Promise<T>): Promise<T> {
    this.byContact.set(contact, (this.byContact.get(contact) ?? 0) + 1);
    this.total += 1;
    try {
      return await upload();
    } finally {
      this.total -= 1;
      const left = (this.byContact.get(contact) ?? 1) - 1;
      if (left === 0) this.byContact.delete(contact);
      else this.byContact.set(contact, left);
    }
  }
}
