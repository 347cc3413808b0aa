// Files as the texts that they contain: plain ones, and zip archives with stored and deflated entries. Nothing is read
// beyond the limits of docs/limits.md.
const MIB = 1024 * 1024;
const LARGEST = 64 * MIB;
const RATIO = 200;
const MOST_DIRECTORY = 32 * MIB;
const isRecordName = (name) => /\.(sgf|kifu)$/i.test(name);

class Unreadable extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

// The format of a file by its first bytes, as the program recognizes it.
const formatOf = (head) => {
  const begins = (...bytes) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 5, 6)) return "zip";
  // The marker of an archive in several parts stays where one part was enough.
  if (begins(0x50, 0x4b, 7, 8, 0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 0x30, 0x30, 0x50, 0x4b, 3, 4)) return "zip";
  if (begins(0x1f, 0x8b)) return "gzip";
  if (begins(0x28, 0xb5, 0x2f, 0xfd)) return "Zstandard";
  if (begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return "xz";
  if (begins(0x42, 0x5a, 0x68) && head[4] === 0x31 && head[5] === 0x41) return "bzip2";
  if (begins(0x37, 0x7a, 0xbc, 0xaf)) return "7z";
  if (begins(0x52, 0x61, 0x72, 0x21)) return "RAR";
  if (String.fromCharCode(...head.slice(257, 262)) === "ustar") return "tar";
  return "text";
};

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
};
const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());
const views = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// A number of eight bytes. Larger ones than a file can have lose digits that say nothing.
const long = (view, at) => Number(view.getBigUint64(at, true));
// Zip64: fields that do not fit in four bytes stand in an extra field, in this order.
const longFields = (extra, fields) => {
  const view = views(extra);
  for (let at = 0; at + 4 <= extra.length;) {
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), extra.length);
    if (view.getUint16(at, true) === 1) {
      let next = at + 4;
      return fields.map((field) => {
        if (field !== 0xffffffff || next + 8 > end) return field;
        next += 8;
        return long(view, next - 8);
      });
    }
    at = end;
  }
  return fields;
};

// The list of the entries of an archive.
const directory = async (file) => {
  const damaged = (reason) => new Unreadable("archive::unreadable", reason);
  const from = Math.max(0, file.size - 65557);
  const tail = await bytesOf(file.slice(from));
  let end = tail.length - 22;
  while (end >= 0 && !(tail[end] === 0x50 && tail[end + 1] === 0x4b && tail[end + 2] === 5 && tail[end + 3] === 6)) end -= 1;
  if (end < 0) throw damaged("the list of its entries is missing");
  const view = views(tail);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let start = view.getUint32(end + 16, true);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    // Zip64: another end with larger numbers, and before this end where that is.
    const locator = end >= 20 && view.getUint32(end - 20, true) === 0x07064b50 ? long(view, end - 12) : undefined;
    const other = locator === undefined ? new Uint8Array() : await bytesOf(file.slice(locator, locator + 56));
    if (other.length === 56 && views(other).getUint32(0, true) === 0x06064b50) {
      [count, size, start] = [32, 40, 48].map((offset) => long(views(other), offset));
    } else if (locator !== undefined) {
      throw damaged("the list of its entries is damaged");
    }
  }
  if (size > MOST_DIRECTORY || start + size > file.size) throw damaged("the list of its entries is damaged");
  const list = await bytesOf(file.slice(start, start + size));
  const read = views(list);
  const entries = [];
  for (let at = 0; at + 46 <= list.length;) {
    if (read.getUint32(at, true) !== 0x02014b50) throw damaged("the list of its entries is damaged");
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => read.getUint16(at + offset, true));
    const flags = read.getUint16(at + 8, true);
    const name = list.slice(at + 46, at + 46 + nameLength);
    if (at + 46 + nameLength + extra + comment > list.length) throw damaged("the list of its entries is cut off");
    const [size, packed, offset] = longFields(list.subarray(at + 46 + nameLength, at + 46 + nameLength + extra),
      [24, 20, 42].map((field) => read.getUint32(at + field, true)));
    entries.push({
      name: new TextDecoder(flags & 0x800 ? "utf-8" : "windows-1252").decode(name),
      isEncrypted: (flags & 1) !== 0,
      method: read.getUint16(at + 10, true),
      crc: read.getUint32(at + 16, true),
      packed, size, offset,
    });
    at += 46 + nameLength + extra + comment;
  }
  if (entries.length !== count) throw damaged("the list of its entries is cut off");
  return entries;
};

// The bytes of an entry. `budget` is what all entries may still unpack to.
const unpackedEntry = async (file, entry, budget) => {
  if (entry.isEncrypted) throw new Unreadable("archive::format", "it is encrypted");
  if (entry.method !== 0 && entry.method !== 8) {
    const names = { 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz" };
    throw new Unreadable("archive::format", "it is compressed by " + (names[entry.method] || "method " + entry.method)
      + ", which this page does not read: use deflate");
  }
  const damaged = new Unreadable("archive::unreadable", "its data is damaged");
  const head = await bytesOf(file.slice(entry.offset, entry.offset + 30));
  if (head.length < 30 || views(head).getUint32(0, true) !== 0x04034b50) throw damaged;
  const start = entry.offset + 30 + views(head).getUint16(26, true) + views(head).getUint16(28, true);
  const packed = file.slice(start, start + entry.packed);
  if (packed.size !== entry.packed) throw damaged;
  if (entry.packed > LARGEST || entry.size > LARGEST) throw new Unreadable("limit::record-size", "it has more than 64 MiB");
  const stream = entry.method === 8 ? packed.stream().pipeThrough(new DecompressionStream("deflate-raw")) : packed.stream();
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const next = await reader.read().catch(() => { throw damaged; });
    if (next.done) break;
    size += next.value.length;
    budget.left -= next.value.length;
    if (budget.left < 0 || size > LARGEST) {
      reader.cancel().catch(() => {});
      throw new Unreadable("archive::bomb", "it unpacks to more than " + RATIO + " times its size");
    }
    parts.push(next.value);
  }
  const bytes = await bytesOf(new Blob(parts));
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damaged;
  return bytes;
};
const budgetOf = (file) => ({ left: Math.max(LARGEST, RATIO * file.size) });

const textFile = async (file) => {
  if (file.size > LARGEST) throw new Unreadable("limit::record-size", "this page reads files up to 64 MiB; the program reads larger ones");
  return bytesOf(file);
};
