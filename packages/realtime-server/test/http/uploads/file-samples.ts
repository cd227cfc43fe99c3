/** Files to send, and a look at what is left of them. */
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Guest, UploadServer } from './upload-server.js';

export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#b04020' } });
export const HTML = '<!doctype html><script>alert(document.domain)</script>';
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
export const PDF = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF';
export const nothingIsLeft = async (server: UploadServer, guest: Guest) => {
  expect(server.filesOnDisk()).toEqual([]);
  expect(await server.store.uploadedSince('demo', guest.contact.id, 0)).toEqual({ contact: 0, inbox: 0 });
};
