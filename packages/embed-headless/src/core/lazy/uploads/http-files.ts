import { FILE_NAME_HEADER } from '@service/protocol';
import type { Files } from '../../../platform/ports.js';

export const browserFiles: Files = {
  send({ url, token, name, file }, events) {
    // Not fetch: it reports no upload progress.
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader(FILE_NAME_HEADER, encodeURIComponent(name));
    request.upload.onprogress = ({ loaded }) => events.progress(loaded);
    request.onload = () => events.answered(request.status, request.response);
    request.onerror = () => events.lost();
    request.send(file);
    return () => {
      request.upload.onprogress = request.onload = request.onerror = null;
      request.abort();
    };
  },
  async ask(url, token) {
    try {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  },
};
