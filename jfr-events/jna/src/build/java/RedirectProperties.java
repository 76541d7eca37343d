// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies JNA for Linux on x86-64 into a folder, with calls of {@code JnaProperties} in place of
 * those that read and set system properties. Nothing else is changed: JNI needs the classes' names.
 *
 * <p>Run by the build with JNA and ASM on the class path: RedirectProperties.java FOLDER
 */
final class RedirectProperties {
  private static final String TO = "io/rocjfr/jna/JnaProperties";

  /** What reads or sets a system property, and has a method of the same name there. */
  private static final Set<String> REDIRECTED =
      Set.of(
          "java/lang/System.getProperty(Ljava/lang/String;)Ljava/lang/String;",
          "java/lang/System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
          "java/lang/System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
          "java/lang/System.clearProperty(Ljava/lang/String;)Ljava/lang/String;",
          "java/lang/Boolean.getBoolean(Ljava/lang/String;)Z");

  /** What reads or sets them, too, and must not occur: it would be the application's. */
  private static final Set<String> UNKNOWN =
      Set.of(
          "java/lang/System.getProperties",
          "java/lang/System.setProperties",
          "java/lang/Integer.getInteger",
          "java/lang/Long.getLong");

  private static final Set<String> found = new TreeSet<>();

  private RedirectProperties() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Path jna = jna();
    try (JarFile jar = new JarFile(jna.toFile())) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (isNeeded(entry.getName())) {
          copy(jar, entry, folder.resolve(entry.getName()));
        }
      }
    }
    if (!found.contains("java/lang/System.getProperty(Ljava/lang/String;)Ljava/lang/String;")) {
      throw new IllegalStateException("nothing was redirected in " + jna);
    }
  }

  /** Not by where the class comes from: an earlier run's result is on the class path, too. */
  private static Path jna() throws IOException {
    for (String part : System.getProperty("java.class.path").split(":", -1)) {
      if (part.endsWith(".jar")) {
        try (JarFile jar = new JarFile(part)) {
          if (jar.getEntry("com/sun/jna/Native.class") != null) {
            return Path.of(part);
          }
        }
      }
    }
    throw new IllegalStateException("JNA is not on the class path");
  }

  private static boolean isNeeded(String name) {
    return name.startsWith("com/sun/jna/") && name.endsWith(".class")
        || name.startsWith("com/sun/jna/linux-x86-64/lib")
        || name.matches("META-INF/(LICENSE|AL2[.]0|LGPL2[.]1)");
  }

  private static void copy(JarFile jar, JarEntry entry, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (InputStream in = jar.getInputStream(entry)) {
      if (entry.getName().endsWith(".class")) {
        Files.write(file, redirected(in.readAllBytes()));
      } else {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static byte[] redirected(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Calls(
                super.visitMethod(access, name, descriptor, signature, exceptions),
                reader.getClassName());
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class Calls extends MethodVisitor {
    private final String type;

    Calls(MethodVisitor next, String type) {
      super(Opcodes.ASM9, next);
      this.type = type;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String called = owner + "." + name;
      if (UNKNOWN.contains(called)) {
        throw new IllegalStateException(type + " calls " + called);
      }
      boolean redirect = REDIRECTED.contains(called + descriptor);
      if (redirect) {
        found.add(called + descriptor);
      }
      super.visitMethodInsn(opcode, redirect ? TO : owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle
            && REDIRECTED.contains(handle.getOwner() + "." + handle.getName() + handle.getDesc())) {
          throw new IllegalStateException(type + " refers to " + handle);
        }
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }
  }
}
