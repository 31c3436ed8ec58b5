package dev.warmpath.router.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a path lies on.
 *
 * @param mountSource device or export, without the part of it that is mounted; empty when not known
 * @param fsType {@value #UNKNOWN_FS} when not known
 * @param nconnect connections to a file server that the mount asks for; null when it does not say
 * @param rsizeBytes largest read of a network mount; null when it does not say
 * @param wsizeBytes largest write of a network mount; null when it does not say
 * @param devices what carries a local file system; empty when it needs none, or when none were found
 * @param warnings what could not be found out, or is mounted badly
 */
public record StorageInfo(
        Path path,
        String mountSource,
        String fsType,
        @Nullable Integer nconnect,
        @Nullable Long rsizeBytes,
        @Nullable Long wsizeBytes,
        List<StorageDevice> devices,
        List<String> warnings) {

    static final String UNKNOWN_FS = "unknown";

    private static final Set<String> NETWORK = Set.of("nfs", "nfs4", "cifs", "smb", "smb3");
    private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");

    public StorageInfo {
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
    }

    boolean isNetwork() {
        return NETWORK.contains(fsType);
    }

    boolean isMemory() {
        return MEMORY.contains(fsType);
    }
}
